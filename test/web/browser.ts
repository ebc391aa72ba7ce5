import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { executable, type OpenedWorkbench, openWorkbench, type Workbench } from './open-workbench.ts';

/**
 * Describes tests of the workbench in Debian's chromium. Without a browser they are skipped and say so; where GROUNDRAIL_REQUIRE contains
 * "chromium" that is a failure.
 */
export function describeWorkbench(name: string, tests: (workbench: () => Workbench) => void): void {
  if (executable === undefined) {
    if (process.env.GROUNDRAIL_REQUIRE?.includes('chromium')) {
      it(name, () => expect.fail('GROUNDRAIL_REQUIRE asks for chromium and none was found; set GROUNDRAIL_CHROMIUM.'));
      return;
    }
    console.warn(`SKIPPED "${name}": no chromium found; install Debian's, or name one with GROUNDRAIL_CHROMIUM.`);
    describe.skip(name, () => it('needs a browser', () => undefined));
    return;
  }
  describe(name, { timeout: 240_000 }, () => {
    let opened: OpenedWorkbench | undefined;
    beforeAll(async () => {
      opened = await openWorkbench();
    }, 240_000);
    afterAll(() => opened?.close());
    tests(() => {
      if (opened === undefined) throw new Error('The workbench is used before it was opened.');
      return opened;
    });
  });
}

/** What axe finds wrong on the page as it is, by WCAG 2.2 A and AA and good practice; it is injected by the debugger, which no policy binds. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async (tags) => {
    const { axe: injected } = window as unknown as { axe: typeof axe };
    const { violations } = await injected.run(document, { runOnly: tags });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${String(target)}: ${failureSummary ?? ''}`),
    );
  }, axeTags);
}

const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
