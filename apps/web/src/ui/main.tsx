import './api/forbid-eval.ts';
import './styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { Tooltip } from 'radix-ui';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/query-client.ts';
import { App } from './app.tsx';
import { ErrorBoundary } from './components/error-boundary.tsx';
import { ProgressLine } from './components/progress-line.tsx';
import { PaletteProvider } from './palette/palette-provider.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element #root.');

createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <QueryClientProvider client={createQueryClient()}>
        <Tooltip.Provider delayDuration={400}>
          <ProgressLine />
          <PaletteProvider>
            <App />
          </PaletteProvider>
        </Tooltip.Provider>
      </QueryClientProvider>
    </ErrorBoundary>
  </StrictMode>,
);
