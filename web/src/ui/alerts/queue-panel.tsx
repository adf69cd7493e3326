import type { QueueReport } from '@ticker/protocol';
import type { ReactElement, ReactNode } from 'react';
import { accessAfter } from '../../alerts/access.ts';
import { readQueue } from '../../alerts/queue-api.ts';
import { formatCount } from '../format.ts';
import { None } from '../none.tsx';
import { problemWords } from '../problem-words.ts';
import { alertText } from '../text/alerts.ts';
import { duration, text } from '../text/page.ts';
import { usePolled } from '../use-polled.ts';

const SHOWN = ['waiting', 'running', 'delayed', 'dead', 'finishedPerMinute', 'oldestMs'] as const;

/** What the work queue holds, for as long as somebody looks. */
export function QueuePanel(): ReactElement {
  const { last: report, problem } = usePolled(readQueue);
  const access = problem && accessAfter(problem);
  return (
    <div className="panel-scroll queue" data-testid="queue" data-current={report !== null && !problem}>
      <h2>{alertText.queueTitle}</h2>
      {!report && !problem && <p className="panel-note">{text.loading}</p>}
      {problem && access && access !== 'loading' && access !== 'on' && (
        <p className="panel-note" role="status">
          {alertText.queueAccess[access]} {problemWords(problem)}
        </p>
      )}
      {report && (
        <>
          <dl>
            {[...SHOWN, ...(report.foreign > 0 ? (['foreign'] as const) : [])].map((key) => (
              <div key={key} data-key={key} className={key === 'dead' && report.dead > 0 ? 'bad' : ''}>
                <dt>{alertText.queue[key]}</dt>
                <dd>{numberOrNone(key, report[key])}</dd>
              </div>
            ))}
          </dl>
          <p className="panel-note">{alertText.queueHelp}</p>
        </>
      )}
    </div>
  );
}

function numberOrNone(key: keyof QueueReport, value: number | null): ReactNode {
  if (value === null) return <None words={alertText.noJob} />;
  return key === 'oldestMs' ? duration(value) : formatCount(value);
}
