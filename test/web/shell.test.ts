import { expect, it } from 'vitest';
import { axeFindings, describeWorkbench } from './browser.ts';

describeWorkbench('the shell', (workbench) => {
  for (const theme of ['light', 'dark'] as const) {
    it(`is accessible and breaks no policy, ${theme}`, async () => {
      const { page, complaints } = await workbench().open('/', { theme });
      await page.getByRole('navigation', { name: 'Screens' }).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await page.context().close();
    });
  }
});
