import { Project } from './project.ts';

/** `docker compose up` from nothing. It is taken down by who started the tests (setup/compose.mjs). */
export default async function up(): Promise<void> {
  process.env['UP_SINCE'] = String(Date.now());
  await new Project().up();
}
