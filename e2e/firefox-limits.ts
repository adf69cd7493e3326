/** What a stock Firefox does not do by WebDriver BiDi as Playwright speaks it, and the journeys that cannot go without. */
const LIMITS: readonly { readonly lacks: string; readonly journeys: readonly RegExp[] }[] = [
  {
    lacks: 'emulation of the colour scheme (emulation.setMediaFeaturesOverride): it shows the light one only',
    journeys: [/\bdark\b/],
  },
  {
    lacks: "events of a page's WebSockets, which this journey counts",
    journeys: [
      /^a browser that goes offline says so within 3 s/,
      /^a publisher that stops makes the page stale while heartbeats go on$/,
    ],
  },
  {
    lacks: 'emulation of a lost network for sockets that are open already: they go on',
    journeys: [/^says so when a page was away for longer than that$/],
  },
  {
    lacks: "its own words in the console on the HTTP status that refused a page's handshake",
    journeys: [/^a page of another origin gets no socket/],
  },
  {
    lacks: 'no to what is not granted: it asks, and nobody answers',
    journeys: [/^a browser that does not allow notifications is told of in words/],
  },
  {
    lacks: 'sound on a machine without a device for it: the context never resumes',
    journeys: [/^a sound is made once it is wanted/],
  },
  {
    lacks: 'word of a download that has begun',
    journeys: [/^a picture of it can be saved/, /^a key saves a picture of the chart$/],
  },
  {
    lacks:
      'second try of a module that could not be loaded: it keeps the failure, and the page offers to be loaded anew',
    journeys: [/^where that can not be had it says so, and is asked for again$/],
  },
  {
    lacks:
      'load event, for which opening a page waits, before what its script imports, which this journey holds',
    journeys: [/^prices are shown before what draws the chart is there$/],
  },
  {
    lacks: 'way back into the page by Tab, after its last control',
    journeys: [
      /^asks by controls that the keyboard reaches/,
      /^every control of the alerts is reached by the keyboard/,
    ],
  },
];

/** What a journey with this title lacks in Firefox; undefined where it can go on there. */
export function firefoxLacks(title: string): string | undefined {
  return LIMITS.find(({ journeys }) => journeys.some((journey) => journey.test(title)))?.lacks;
}

/** Firefox writes of its own broken connections as if a script had thrown; no script can catch that. */
export function isFirefoxWord({ message }: Error): boolean {
  return /^(Firefox can’t establish a connection|The connection to) /.test(message);
}
