import { describe, expect, it } from 'vitest';
import { WordBook } from './word-book.ts';

describe('WordBook', () => {
  it('knows the usual abbreviations', () => {
    expect(new WordBook().nameWords('A_SuplrInvcHeaderWhldgTax').join(' ')).toBe(
      'supplier invoice header withholding tax',
    );
    expect(new WordBook().identifierWords('PurOrd').join(' ')).toBe('purchase order');
  });

  it('learns abbreviations from the labels of a landscape, where two labels agree', () => {
    const labels = [
      { name: 'KndNummer', label: 'Kunden Nummer' },
      { name: 'KndGruppe', label: 'Kunden Gruppe' },
      { name: 'LftGruppe', label: 'Lieferanten Gruppe' },
    ];
    const book = new WordBook(labels);
    expect(book.identifierWords('KndAdresse').join(' ')).toBe('kunden adresse');
    expect(book.identifierWords('LftAdresse').join(' ')).toBe('lft adresse');
  });

  it('takes words apart that are written together, if the labels know the parts', () => {
    const book = new WordBook([
      { name: 'x', label: 'Contract History' },
      { name: 'y', label: 'Warehouse Task' },
    ]);
    expect(book.nameWords('C_Contracthistory').join(' ')).toBe('contract history');
    expect(book.nameWords('C_WAREHOUSETASK').join(' ')).toBe('warehouse task');
    expect(book.nameWords('Contractsomething').join(' ')).toBe('contractsomething');
  });

  it('keeps plural and singular apart from abbreviations', () => {
    const book = new WordBook([
      { name: 'ItemA', label: 'Items A' },
      { name: 'ItemB', label: 'Items B' },
    ]);
    expect(book.identifierWords('ItemC').join(' ')).toBe('item c');
  });
});
