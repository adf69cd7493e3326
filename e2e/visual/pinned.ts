import { readFile, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { glyphsOf } from './glyphs.ts';

/** What draws the pictures, as far as it decides on their pixels. */
export interface Drawer {
  /** The browser's version. */
  readonly browser: string;
  /** A hash of what its text looks like. */
  readonly glyphs: string;
}

const file = new URL('../snapshots/pinned.json', import.meta.url);

/** What draws here. */
export async function drawerOf(page: Page): Promise<Drawer> {
  return { browser: page.context().browser()!.version(), glyphs: await glyphsOf(page) };
}

/** Keeps what drew the pictures that are kept. */
export async function pin(drawer: Drawer): Promise<void> {
  await writeFile(file, `${JSON.stringify(drawer, null, 2)}\n`);
}

/** In words, why the kept pictures say nothing about this drawer; undefined where it is the one that drew them. */
export async function whyNot(drawer: Drawer): Promise<string | undefined> {
  const pinned = JSON.parse(await readFile(file, 'utf8')) as Drawer;
  if (drawer.browser !== pinned.browser)
    return `pictures are compared in Chromium ${pinned.browser} only, and this is ${drawer.browser}`;
  if (drawer.glyphs !== pinned.glyphs)
    return `pictures are compared where text is drawn as ${pinned.glyphs} (fonts, their set-up), and here it is ${drawer.glyphs}`;
  return undefined;
}
