import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { compileHint } from './build/compile-hint.ts';
import { precompress } from './build/precompress.ts';

const SERVER = '127.0.0.1:3000';

export default defineConfig({
  plugins: [react(), compileHint(), precompress()],
  // protocol/ resolves to its sources, so that no other workspace has to be built first.
  resolve: { conditions: ['source', ...defaultClientConditions] },
  build: {
    // No data: URLs: the page's policy has only 'self'.
    assetsInlineLimit: 0,
    // The browsers that this is built for preload modules by themselves.
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      '/ws': { target: `ws://${SERVER}`, ws: true },
      '/api': { target: `http://${SERVER}` },
    },
  },
});
