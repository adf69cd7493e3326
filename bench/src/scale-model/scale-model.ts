import { whole } from '../report/figure.ts';
import type { Scenario } from '../scenario.ts';
import { measure, type Opened } from './measure.ts';
import { isFitted, OPENINGS, plan } from './plan.ts';
import { findings } from './report.ts';
import type { Round } from './round.ts';

export const scaleModel: Scenario = {
  name: 'scale-model',
  summary:
    'What 10 thousand, 1 million and 100 million listeners take, by a model that is held against 1, 100 and 10 000 clients',
  ring: true,
  budget: { quick: 49, normal: 420, full: 1_200 },
  run: async (stage, effort, log) => {
    const { rounds: count, seconds } = plan(effort);
    const rounds: Round[] = [];
    const absent = new Map<number, string>();
    for (let number = 1; number <= count; number++) {
      const opened: Opened[] = [];
      for (const opening of OPENINGS) {
        const { clients, rates } = opening;
        if (absent.has(clients)) continue;
        log(`round ${number}/${count}, ${clients} clients, ${seconds} s each of ${rates.join(', ')} ticks/s`);
        try {
          opened.push(await measure(stage, opening, seconds));
        } catch (error) {
          // Without what is fitted there is no model; fewer checks are still checks.
          if (opening.flatOut || rates.some((rate) => isFitted({ clients, rate }))) throw error;
          absent.set(
            clients,
            `${whole(clients)} clients were not to be had here: ${(error as Error).message.split('\n')[0]!}`,
          );
          log(absent.get(clients)!);
        }
      }
      rounds.push({
        points: opened.flatMap(({ points }) => points),
        emptyCores: opened.find(({ emptyCores }) => emptyCores !== undefined)!.emptyCores!,
        topicTicks: opened.find(({ topicTicks }) => topicTicks !== undefined)!.topicTicks!,
      });
    }
    return findings(rounds, seconds, [...absent.values()]);
  },
};
