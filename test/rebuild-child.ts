import { openStore } from '../src/store/index.ts';
import { largeContent } from './index-content.ts';

/**
 * A process that writes an index and may die in the middle: `rebuild-child.ts <location> <word> [<point>]`. It kills itself when it is about
 * to write the node number <point>; without a point it says "writing" before, "written" after, so that its parent may kill it at any time.
 */
const [location = '', word = '', point = ''] = process.argv.slice(2);
const content = largeContent(word);
let count = 0;
for (const { patch } of content.sources) {
  for (const { attributes } of patch.nodes) {
    Object.defineProperty(attributes, 'toJSON', {
      enumerable: false,
      value() {
        if (point !== '' && ++count === Number(point)) process.kill(process.pid, 'SIGKILL');
        return { ...attributes };
      },
    });
  }
}
const store = await openStore(location, 'write');
process.stdout.write('writing\n');
await store.rebuild(content);
process.stdout.write('written\n');
await store.close();
