import type { TopLevelSpec } from 'vega-lite';

/**
 * A drawing of all the data; where there are several panels, one below the other with its name.
 *
 * @param y whether each panel has the series of all the others, or places for its own alone
 */
export function panelled(
  values: readonly object[],
  panels: readonly string[],
  unit: object,
  y: 'same' | 'own places' = 'same',
): TopLevelSpec {
  if (panels.length === 1) return { data: { values }, ...unit } as unknown as TopLevelSpec;
  const header = { labelOrient: 'top', labelAnchor: 'start', labelAngle: 0, title: null };
  return {
    data: { values },
    facet: { row: { field: 'panel', type: 'nominal', sort: panels, header } },
    spec: unit,
    ...(y === 'own places' && { resolve: { scale: { y: 'independent' } } }),
  } as unknown as TopLevelSpec;
}
