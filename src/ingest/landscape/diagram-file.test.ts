import { symlink, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { maxDiagramBytes, readDiagram } from './diagram-file.ts';
import { folderWith } from './folder.fixture.ts';

const bpmn = '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process id="p"/></definitions>';

describe('readDiagram', () => {
  it('gives the text without mark, declaration, instructions and comments, and leaves data alone', async () => {
    const withAll = `\uFEFF<?xml version="1.0"?>\n<?xml-stylesheet href="http://elsewhere.example/x.xsl"?><!-- <!DOCTYPE x> -->${bpmn.replace('<process', '<documentation><![CDATA[<?kept?><!DOCTYPE y>]]></documentation><process')}`;
    const folder = await folderWith({
      'a.bpmn': withAll,
      'latin.bpmn': Buffer.from('<?xml version="1.0" encoding="iso-8859-1"?><a n="\u00e9"/>', 'latin1'),
    });
    const read = await readDiagram(folder, 'a.bpmn');
    expect('xml' in read && read.xml).toBe(
      bpmn.replace('<process', '<documentation><![CDATA[<?kept?><!DOCTYPE y>]]></documentation><process'),
    );
    expect(await readDiagram(folder, 'latin.bpmn')).toEqual({ xml: '<a n="é"/>' });
  });

  it('says why a file is not given', async () => {
    const folder = await folderWith({
      'doctype.bpmn': `<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>${bpmn}`,
      'large.bpmn': bpmn,
      'hidden.bpmn': `<?xml version="1.0"?><?x <!-- ?><!DOCTYPE d [<!ENTITY e SYSTEM "file:///etc/passwd">]><!-- --><d>&e;</d>`,
      'open.bpmn': '<!--'.repeat(500_000),
    });
    const outside = await folderWith({ 'secret.bpmn': bpmn });
    await truncate(join(folder, 'large.bpmn'), maxDiagramBytes + 1);
    await symlink(join(outside, 'secret.bpmn'), join(folder, 'link.bpmn'));
    const problemOf = async (path: string) => {
      const read = await readDiagram(folder, path);
      return 'problem' in read ? read.problem : '';
    };
    expect(await problemOf('doctype.bpmn')).toMatch(/document type/);
    expect(await problemOf('hidden.bpmn')).toMatch(/document type/);
    expect(await problemOf('open.bpmn')).toMatch(/ends inside/);
    expect(await problemOf('large.bpmn')).toMatch(/over 4 MB/);
    expect(await problemOf('link.bpmn')).toMatch(/leads out/);
    expect(await problemOf('none.bpmn')).toMatch(/no such file/);
    expect(await problemOf('.')).toMatch(/no file/);
  });
});
