import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Plain JavaScript, which has no types for us.
const { pack } = await import(new URL('../packages.mjs', import.meta.url).href);

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The blocks of code of one language in a Markdown file. */
export function codeBlocks(file: string, language: string): string[] {
  const text = readFileSync(file, 'utf8');
  const blocks = [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)];
  return blocks.filter(([, name]) => name === language).map(([, , code]) => code!);
}

/** What a program of others has: our packages as they would be published, and what they say that they depend on. */
export class PackedPackages {
  readonly folder = mkdtempSync(join(tmpdir(), 'ticker-packed-'));
  readonly #children: ChildProcess[] = [];

  static async install(): Promise<PackedPackages> {
    const packages = new PackedPackages();
    // Besides, what the examples import of others.
    const needed = new Set(['@types/node', 'ws', '@types/ws']);
    for (const { name, file } of await pack(packages.folder)) {
      const target = packages.#at(name);
      mkdirSync(target, { recursive: true });
      execFileSync('tar', ['-xzf', file, '-C', target, '--strip-components=1']);
      const { dependencies } = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8'));
      for (const dependency of Object.keys(dependencies)) needed.add(dependency);
    }
    for (const name of needed) {
      if (name.startsWith('@ticker/')) continue;
      mkdirSync(dirname(packages.#at(name)), { recursive: true });
      symlinkSync(join(root, 'node_modules', name), packages.#at(name));
    }
    return packages;
  }

  remove(): void {
    for (const child of this.#children) child.kill('SIGKILL');
    rmSync(this.folder, { recursive: true });
  }

  /** The examples in a package's README, as the package holds it. */
  examples(name: string): string[] {
    return codeBlocks(join(this.#at(name), 'README.md'), 'js');
  }

  /** The packages that a package's programs import, its own files and Node's left out; and those that it names. */
  imports(name: string): { imported: string[]; named: string[] } {
    const files = readdirSync(this.#at(name), { recursive: true, encoding: 'utf8' });
    const texts = files
      .filter((file) => file.startsWith('dist/') && /\.(js|d\.ts)$/.test(file))
      .map((file) => readFileSync(join(this.#at(name), file), 'utf8'));
    const specifiers = texts.flatMap((text) => [
      ...text.matchAll(/(?:\bfrom|\bimport|\bimport\(|\.resolve\() ?['"]([\w@][\w@/.-]*)['"]/g),
    ]);
    const imported = specifiers
      .map(([, specifier]) => specifier!)
      .filter((specifier) => !specifier.startsWith('node:'))
      .map((specifier) => /^(@[^/]+\/)?[^/]+/.exec(specifier)![0]);
    const { dependencies = {}, peerDependencies = {} } = JSON.parse(
      readFileSync(join(this.#at(name), 'package.json'), 'utf8'),
    );
    const named = [...Object.keys(dependencies), ...Object.keys(peerDependencies)];
    return { imported: [...new Set(imported)].toSorted(), named: named.toSorted() };
  }

  /** Puts a program where it finds the packages; gives its path. */
  write(name: string, code: string): string {
    const path = join(this.folder, name);
    writeFileSync(path, code);
    return path;
  }

  /** Runs a program of {@link write}; gives what it prints as it comes, and its exit code at its end. */
  run(path: string, args: string[], env: NodeJS.ProcessEnv) {
    const child = spawn(process.execPath, ['--no-warnings', '--experimental-websocket', path, ...args], {
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#children.push(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    }
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    return { output: () => output, ended, stop: () => child.kill('SIGINT') };
  }

  #at(name: string): string {
    return join(this.folder, 'node_modules', name);
  }
}
