import { EVERY_TICKER, isTicker, Limits } from '@ticker/protocol';
import { Command, InvalidArgumentError } from 'commander';
import { SignJWT } from 'jose';

// `npm run token -- --sub alice`: a token of this server's own, signed with AUTH_SECRET.

interface Options {
  readonly sub: string;
  readonly tickers?: string[];
  readonly expires: string;
}

function tickerList(value: string): string[] {
  const names = value.split(',').map((name) => name.trim());
  const bad = names.find((name) => name !== EVERY_TICKER && !isTicker(name));
  if (bad !== undefined) throw new InvalidArgumentError(`"${bad}" is no ticker.`);
  if (names.length > Limits.tickers) throw new InvalidArgumentError(`At most ${Limits.tickers} names.`);
  return names;
}

async function token({ sub, tickers, expires }: Options): Promise<string> {
  if (sub === '') throw new Error('--sub must name somebody');
  const secret = process.env['AUTH_SECRET'] ?? '';
  if (secret.length < 32) {
    throw new Error(
      'AUTH_SECRET must be set, to the 32 characters or more that the server has, or in containers AUTH_SECRET_FILE to where they are; a new one: openssl rand -base64 32',
    );
  }
  const claims = tickers === undefined ? {} : { tickers };
  const jwt = new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).setSubject(sub).setIssuedAt();
  for (const [name, set] of [
    ['AUTH_ISSUER', (value: string) => jwt.setIssuer(value)],
    ['AUTH_AUDIENCE', (value: string) => jwt.setAudience(value)],
  ] as const) {
    const value = process.env[name];
    if (value) set(value);
  }
  try {
    jwt.setExpirationTime(expires);
  } catch (cause) {
    throw new Error(`--expires must be a time such as "30m", "12h" or "7d"; it is "${expires}"`, { cause });
  }
  return jwt.sign(new TextEncoder().encode(secret));
}

const program = new Command('npm run token --')
  .description('Makes a token for a server that has the same AUTH_SECRET, and prints it.')
  .requiredOption('--sub <name>', 'who it is for: shown in no page, but part of the token')
  .option('--tickers <names>', 'the tickers that may be read, separated by commas (default: all)', tickerList)
  .option('--expires <time>', 'how long it is valid, such as 30m, 12h, 7d', '12h');

try {
  console.log(await token(program.parse().opts<Options>()));
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
