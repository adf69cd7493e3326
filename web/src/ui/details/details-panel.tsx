import type { ReactElement } from 'react';
import { readStatus } from '../../server-status/status-api.ts';
import { Disclosure } from '../menu/disclosure.tsx';
import { problemWords } from '../problem-words.ts';
import { detailsText } from '../text/details.ts';
import { usePolled } from '../use-polled.ts';
import { detailRows } from './detail-rows.ts';
import './details.css';

/** What is behind the page: asked for only as long as it is open. */
export function DetailsPanel(): ReactElement {
  return (
    <Disclosure label={detailsText.title} className="details" testId="details">
      {() => <Details />}
    </Disclosure>
  );
}

function Details(): ReactElement {
  const { last: status, problem } = usePolled(readStatus);
  return (
    <section aria-labelledby="details-title" data-current={status !== null && !problem}>
      <h2 id="details-title">{detailsText.heading}</h2>
      <p role="status" className={problem ? 'details-problem' : 'unseen'}>
        {problem && detailsText.problem(problemWords(problem))} {problem && status && detailsText.before}
      </p>
      {!status && !problem && <p>{detailsText.loading}</p>}
      {status && (
        <dl>
          {detailRows(status).map(({ key, words, bad }) => (
            <div key={key} data-key={key} data-bad={bad}>
              <dt>{detailsText.terms[key]}</dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
      )}
      <p>{detailsText.read}</p>
    </section>
  );
}
