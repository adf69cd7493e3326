import type { AlertRule, AlertRuleChange, NewAlertRule } from '@ticker/protocol';
import { type Answer, ask } from '../answer.ts';

const PATH = '/api/alerts';

/** All rules of whoever this is, newest first. */
export async function listRules(): Promise<Answer<readonly AlertRule[]>> {
  const answer = await ask<{ rules: readonly AlertRule[] }>('GET', PATH);
  return answer.ok ? { ok: true, value: answer.value.rules } : answer;
}

/** Makes a rule. The answer alone carries the secret of its webhook. */
export function createRule(rule: NewAlertRule): Promise<Answer<AlertRule>> {
  return ask('POST', PATH, rule);
}

/** Arms, pauses or otherwise changes a rule. */
export function changeRule(id: string, change: AlertRuleChange): Promise<Answer<AlertRule>> {
  return ask('PATCH', at(id), change);
}

/** Deletes a rule. */
export function deleteRule(id: string): Promise<Answer<void>> {
  return ask('DELETE', at(id));
}

/** Delivers anew what could not be delivered. */
export function retryRule(id: string): Promise<Answer<AlertRule>> {
  return ask('POST', `${at(id)}/retry`);
}

function at(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`;
}
