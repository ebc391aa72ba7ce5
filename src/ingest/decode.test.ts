import { describe, expect, it } from 'vitest';
import { decodeXml, decodeYaml } from './decode.ts';

const text = '<a name="Größe"/>';
const utf16 = (littleEndian: boolean, content: string) => {
  const bytes = Buffer.from(content, 'utf16le');
  return littleEndian ? bytes : bytes.swap16();
};

describe('decodeXml', () => {
  it.each<[string, Uint8Array | string]>([
    ['a string', text],
    ['a string with a byte order mark', `\uFEFF${text}`],
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16 LE with a byte order mark', utf16(true, `\uFEFF${text}`)],
    ['UTF-16 BE with a byte order mark', utf16(false, `\uFEFF${text}`)],
    ['UTF-16 LE without a mark', utf16(true, text)],
    ['UTF-16 BE without a mark', utf16(false, text)],
  ])('reads %s', (_, content) => {
    expect(decodeXml(content, 'f.xml')).toEqual({ text, findings: [] });
  });

  it('follows the encoding of the XML declaration', () => {
    const latin = `<?xml version="1.0" encoding='ISO-8859-1'?>${text}`;
    expect(decodeXml(Buffer.from(latin, 'latin1'), 'f.xml')).toEqual({ text: latin, findings: [] });
  });

  it('does not believe a declaration of UTF-16 that can be read byte by byte', () => {
    const declared = `<?xml version="1.0" encoding="UTF-16"?>${text}`;
    expect(decodeXml(Buffer.from(declared), 'f.xml')).toEqual({ text: declared, findings: [] });
  });

  it('reads bytes that are not what is declared as Windows-1252 and says in which line', () => {
    const { text: read, findings } = decodeXml(Buffer.from('<a>\n<b name="Größe"/></a>', 'latin1'), 'f.xml');
    expect(read).toContain('Größe');
    expect(findings).toMatchObject([{ rule: 'encoding', severity: 'warning', path: 'f.xml', line: 2 }]);
  });

  it('warns about an encoding nobody knows and reads UTF-8', () => {
    const { text: read, findings } = decodeXml(Buffer.from(`<?xml version="1.0" encoding="klingon"?>${text}`), 'f.xml');
    expect(read).toContain('Größe');
    expect(findings).toMatchObject([{ message: 'The encoding klingon is not known.' }]);
  });
});

describe('decodeYaml', () => {
  const yaml = 'name: Größe\n';

  it.each<[string, Uint8Array]>([
    ['UTF-8', Buffer.from(yaml)],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${yaml}`)],
    ['UTF-16 LE with a byte order mark', utf16(true, `\uFEFF${yaml}`)],
    ['UTF-16 BE with a byte order mark', utf16(false, `\uFEFF${yaml}`)],
  ])('reads %s', (_, content) => {
    expect(decodeYaml(content, 'f.yaml')).toEqual({ text: yaml, findings: [] });
  });

  it('reads other bytes as Windows-1252, with a warning', () => {
    const { text: read, findings } = decodeYaml(Buffer.from(yaml, 'latin1'), 'f.yaml');
    expect(read).toBe(yaml);
    expect(findings).toMatchObject([{ rule: 'encoding', severity: 'warning', line: 1 }]);
  });
});
