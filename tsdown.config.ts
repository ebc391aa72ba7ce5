import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: { index: 'src/index.ts', cli: 'src/cli/main.ts' },
  format: 'esm',
  platform: 'node',
  target: 'node20',
  fixedExtension: false,
  dts: { entry: 'src/index.ts' },
  clean: true,
  // Only starting the command line does something by being imported, so a command loads nothing but what it uses.
  treeshake: { moduleSideEffects: (id) => id.endsWith('/src/cli/main.ts') },
});
