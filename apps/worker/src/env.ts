import { modelEnvironmentSchema } from '@shipmate/providers';
import { logLevels, parseEnvironment } from '@shipmate/runtime';
import { z } from 'zod';

const environmentSchema = z.object({
  ...modelEnvironmentSchema.shape,
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  WORKER_HOST: z.string().default('127.0.0.1'),
  WORKER_PORT: z.coerce.number().int().min(0).max(65_535).default(3001),
  LOG_LEVEL: z.enum(logLevels).default('info'),
});
export type WorkerEnvironment = z.output<typeof environmentSchema>;

/** Reads the environment of this process. @throws AppError `VALIDATION_ERROR` that names every bad variable. */
export function readEnvironment(): WorkerEnvironment {
  const { PORT, ...variables } = process.env;
  return parseEnvironment(environmentSchema, { WORKER_PORT: PORT, ...variables });
}
