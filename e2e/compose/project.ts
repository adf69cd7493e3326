import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** No command takes so long, on a machine that does much else and copies each container's files. */
const PATIENCE_MS = 300_000;
const MEBIBYTE = 1024 * 1024;

/** The stack of docker-compose.yml, by `docker compose` and by what its containers say. */
export class Project {
  readonly url = `http://127.0.0.1:${process.env['HTTP_PORT']}`;
  readonly members = ['mongo1', 'mongo2', 'mongo3'];

  /** Runs `docker compose` with these arguments; gives what it printed to stdout. */
  compose(...args: string[]): Promise<string> {
    return docker('compose', ...args);
  }

  /** Starts what is not running, `servers` of them; resolves when all is healthy. */
  async up(servers = 1, ...more: string[]): Promise<void> {
    await this.compose('up', '--detach', '--no-build', '--scale', `server=${servers}`, ...more);
  }

  /** The ids of a service's containers that run. */
  async containers(...services: string[]): Promise<string[]> {
    const out = await this.compose('ps', '--quiet', '--status', 'running', ...services);
    return out.split('\n').filter(Boolean);
  }

  /** The id of a service's only container, or of its first. */
  async container(service: string): Promise<string> {
    const [id] = await this.containers(service);
    if (id === undefined) throw new Error(`no container of ${service} runs`);
    return id;
  }

  /** Waits until these containers are healthy, by their own checks. */
  async healthy(...containers: string[]): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const states = await docker('inspect', '--format', '{{.State.Health.Status}}', ...containers);
      if (
        states
          .trim()
          .split('\n')
          .every((state) => state === 'healthy')
      )
        return;
      if (performance.now() > deadline) throw new Error(`not healthy: ${states}`);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }

  /**
   * Runs a module in a container of our image, with `uri`, the program's own connection string, `MongoClient`, and
   * `input`. What it gives to `answer` comes back.
   */
  async evaluate<T>(container: string, code: string, input: unknown = null): Promise<T> {
    const script = `
      import { MongoClient } from 'mongodb';
      import { fromFiles } from '/app/deploy/image/settings.mjs';
      const uri = fromFiles(process.env).MONGODB_URI;
      const input = ${JSON.stringify(input)};
      const answer = (value) => console.log(JSON.stringify(value));
      const client = new MongoClient(uri);
      try { ${code} } finally { await client.close(); }`;
    const args = ['exec', container, 'node', '--input-type=module', '--eval', script];
    return JSON.parse(await docker(...args)) as T;
  }

  /** The ids of all ticks in the topic that a majority has, in the topic's order on a secondary. */
  async ids(): Promise<string[]> {
    const code = `
      const options = { readPreference: 'secondary', readConcern: { level: 'majority' } };
      const topic = client.db('finance', options).collection('ticker');
      answer((await topic.find({}, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id.toHexString()));`;
    return this.evaluate<string[]>(await this.container('server'), code);
  }

  /** Who is the primary: a service's name. */
  async primary(): Promise<string> {
    const code = `answer((await client.db('finance').command({ hello: 1 })).primary);`;
    return service(await this.evaluate<string>(await this.container('server'), code));
  }

  /** Runs a script of mongosh on a member, as the members' own user; it must print one line of JSON. */
  async mongosh<T>(member: string, script: string): Promise<T> {
    const login =
      '-u __system -p "$(tr -d "[:space:]" < /run/secrets/mongo/keyfile)" --authenticationDatabase local';
    const command = `mongosh --quiet ${login} --eval "$0"`;
    return JSON.parse(await docker('exec', await this.container(member), 'bash', '-c', command, script)) as T;
  }

  /** How many tailable cursors on the topic each member has, by its own account. */
  async cursors(): Promise<number[]> {
    const script = `
      const operations = db.getSiblingDB('admin').aggregate([{ $currentOp: { allUsers: true, idleCursors: true } }]);
      // mongod keeps one whose process was killed for ten minutes. One that is read is asked at least twenty times a second.
      const since = Date.now() - 3_000;
      const isRead = ({ ns, cursor }) => ns === 'finance.ticker' && cursor?.originatingCommand?.find && cursor.lastAccessDate > since;
      print(operations.toArray().filter(isRead).length);`;
    const counts = this.members.map((member) => this.mongosh<number>(member, script));
    return Promise.all(counts);
  }
}

/** "mongo1" of "mongo1:27017". */
export function service(address: string): string {
  return address.replace(/:\d+$/, '');
}

/** Runs docker. @throws Error with all that it wrote */
export async function docker(...args: string[]): Promise<string> {
  try {
    const { stdout } = await run('docker', args, { timeout: PATIENCE_MS, maxBuffer: 64 * MEBIBYTE });
    return stdout;
  } catch (error) {
    const { message, stdout } = error as Error & { stdout?: string };
    throw new Error(`${message}\n${stdout ?? ''}`, { cause: error });
  }
}
