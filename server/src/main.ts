import cluster from 'node:cluster';
import { readConfig } from './config.ts';
import { lead } from './lead.ts';
import { serve } from './serve.ts';

// The program: one process that serves, or, with WORKERS, one that leads others that do.

try {
  const config = readConfig(process.env);
  await (config.WORKERS > 1 && cluster.isPrimary ? lead(config) : serve(config));
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  const port = `PORT ${process.env['PORT'] ?? 3000} is in use: stop the other program, or choose another PORT`;
  console.error(`ticker: ${code === 'EADDRINUSE' ? port : message}`);
  process.exit(1);
}
