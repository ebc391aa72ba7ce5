import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { languageModel } from './create-language-model.ts';
import { completeTurn, type ModelMessage, type ModelRequest } from './language-model.ts';
import { ScriptedModel } from './scripted-model.ts';
import { RecordingModel } from './transcript.ts';

let folder = '';
let file = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'groundrail-transcript-'));
  file = join(folder, 'run.jsonl');
});
afterEach(() => rm(folder, { recursive: true }));

function request(...texts: string[]): ModelRequest {
  return { messages: texts.map((text): ModelMessage => ({ role: 'user', text })), tools: [] };
}

async function record(...conversations: string[][]) {
  const inner = new ScriptedModel([(asked) => ({ text: `answer to ${asked.messages.at(-1)?.text}` })]);
  const model = new RecordingModel(inner, file);
  for (const texts of conversations) await completeTurn(model, request(...texts));
}

describe('a transcript', () => {
  it('gives every conversation the turn that was recorded for it, whatever the order', async () => {
    await record(['a'], ['a', 'b'], ['c']);
    const model = await languageModel(`replay:${file}`);
    expect(model.name).toBe(`replay:${file}`);
    for (const texts of [['c'], ['a'], ['a', 'b'], ['a']]) {
      expect((await completeTurn(model, request(...texts))).text).toBe(`answer to ${texts.at(-1)}`);
    }
  });

  it('says so where the conversation is another one', async () => {
    await record(['a']);
    const model = await languageModel(`replay:${file}`);
    await expect(completeTurn(model, request('b'))).rejects.toThrow(
      /holds no turn for this conversation.* Record it again/,
    );
  });

  it('may be written by hand, in order', async () => {
    const turns = [
      { turn: { text: 'one', calls: [] } },
      { turn: { text: '', calls: [{ id: '1', name: 'x', input: {} }] } },
    ];
    await writeFile(file, `${turns.map((turn) => JSON.stringify(turn)).join('\n')}\n\n`);
    const model = await languageModel(`replay:${file}`);
    expect((await completeTurn(model, request('a'))).text).toBe('one');
    expect((await completeTurn(model, request('b'))).calls).toHaveLength(1);
    await expect(completeTurn(model, request('c'))).rejects.toThrow('holds no turn');
  });

  it('is written by the option, one line a turn', async () => {
    await record(['a']);
    const again = join(folder, 'again.jsonl');
    const model = await languageModel(`replay:${file}`, { transcript: again });
    await completeTurn(model, request('a'));
    expect(await readFile(again, 'utf8')).toBe(await readFile(file, 'utf8'));
  });

  it.each(['no JSON', '{}', '{"turn":{"text":7,"calls":[]}}', '{"turn":{"text":"","calls":[{"id":1}]}}', '[]', 'null'])(
    'names the line that is no turn: %s',
    async (line) => {
      await writeFile(file, `{"turn":{"text":"","calls":[]}}\n${line}\n`);
      await expect(languageModel(`replay:${file}`)).rejects.toThrow('line 2 is no recorded turn');
    },
  );

  it('says so where it cannot be read or written', async () => {
    await expect(languageModel(`replay:${folder}/absent`)).rejects.toThrow(/^Cannot read .*absent/);
    const model = new RecordingModel(new ScriptedModel([{ text: 'x' }]), join(folder, 'absent', 'run.jsonl'));
    await expect(completeTurn(model, request('a'))).rejects.toThrow(/^Cannot write /);
  });
});
