import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { precompress } from './build/precompress.ts';

const SERVER = '127.0.0.1:3000';

export default defineConfig({
  plugins: [react(), precompress()],
  // protocol/ resolves to its sources, so that no other workspace has to be built first.
  resolve: { conditions: ['source', ...defaultClientConditions] },
  build: {
    // No data: URLs: the page's policy has only 'self'.
    assetsInlineLimit: 0,
  },
  server: {
    proxy: {
      '/ws': { target: `ws://${SERVER}`, ws: true },
      '/api': { target: `http://${SERVER}` },
    },
  },
});
