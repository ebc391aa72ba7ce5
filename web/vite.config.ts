import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Nothing is inlined: the page's policy allows no script, style or font from anywhere but files of this server. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: process.env.GROUNDRAIL_TEST_WEB ?? '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2000,
    manifest: true,
    license: { fileName: 'licenses.md' },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:7878', '/docs': 'http://127.0.0.1:7878' } },
});
