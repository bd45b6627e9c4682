/** The page for a sign-in link that is used or expired. */
export const usedLinkPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Sign in to Shipmate</title>
    <style>
      body { font: 1rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 15vh auto; padding: 0 1.5rem; }
    </style>
  </head>
  <body>
    <h1>This sign-in link does not work any more</h1>
    <p>A link works once, for 15 minutes. Ask for a new one on the <a href="/">start page</a>: it appears in the
      terminal where Shipmate runs.</p>
  </body>
</html>
`;
