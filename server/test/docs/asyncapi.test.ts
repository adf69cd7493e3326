import { Parser } from '@asyncapi/parser';
import { asyncApi } from '@ticker/protocol/asyncapi';
import { describe, expect, it } from 'vitest';
import { BEARER_PROTOCOL, TOKEN_COOKIE } from '../../src/auth/credentials.ts';

/** What the parser says and we live with, each with its reason. */
const accepted = new Map([
  // 3.1 adds nothing that we need, and the tools that draw and generate read 3.0.
  ['asyncapi-latest-version', 'asyncapi'],
]);

describe('AsyncAPI parser', () => {
  it.each([{}, { url: 'https://ticker.example' }])(
    'finds nothing in the document, with %j',
    async (options) => {
      const { document, diagnostics } = await new Parser().parse(asyncApi({ version: '1.0.0', ...options }));
      const findings = diagnostics
        .filter(({ code, path }) => accepted.get(String(code)) !== path.join('.'))
        .map(({ code, message, path }) => `${path.join('.')}: ${message} (${code})`);
      expect(findings).toEqual([]);
      expect(document?.operations().all()).toHaveLength(9);
    },
  );

  it('does find what is wrong', async () => {
    const document = asyncApi({ version: '1.0.0' });
    document.operations.greet.messages[0]!.$ref = '#/channels/stream/messages/tick';
    const { diagnostics } = await new Parser().parse(document);
    expect(diagnostics.map(({ code }) => code)).toContain(
      'asyncapi3-operation-messages-from-referred-channel',
    );
  });
});

describe('The security schemes', () => {
  it('are those that the server reads', () => {
    const { cookie, subprotocol } = asyncApi({ version: '1.0.0' }).components.securitySchemes;
    expect(cookie.name).toBe(TOKEN_COOKIE);
    expect(subprotocol.description).toContain(`\`${BEARER_PROTOCOL}<jwt>\``);
  });
});
