/**
 * About how many tokens a text has where no tokenizer is at hand: every letter run costs one token per six letters begun, every digit
 * run one per three digits, every other visible character one, and characters beyond Latin scripts one each. Errs to the high side.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [run] of text.matchAll(/[A-Za-z]+|\d+|[\u00C0-\u024F]+|[^\sA-Za-z\d]/gu)) {
    if (/^[A-Za-z]/.test(run)) tokens += Math.ceil(run.length / 6);
    else if (/^\d/.test(run)) tokens += Math.ceil(run.length / 3);
    else tokens += run.length > 1 ? Math.ceil(run.length / 2) : 1;
  }
  return tokens;
}
