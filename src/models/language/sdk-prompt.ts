import type { LanguageModel as SdkLanguageModel } from 'ai';
import type { ModelMessage, ModelRequest } from './language-model.ts';

/** A model of the AI SDK, specification 3. */
export type SdkModel = Extract<SdkLanguageModel, { specificationVersion: 'v3' }>;

/** What such a model is called with. */
export type SdkCallOptions = Parameters<SdkModel['doStream']>[0];

type SdkMessage = SdkCallOptions['prompt'][number];
type AssistantContent = Extract<SdkMessage, { role: 'assistant' }>['content'];

/** The messages as the AI SDK takes them; neighbouring results of tools become one message. */
export function toSdkPrompt(messages: readonly ModelMessage[]): SdkMessage[] {
  const prompt: SdkMessage[] = [];
  for (const message of messages) {
    if (message.role === 'system') prompt.push({ role: 'system', content: message.text });
    else if (message.role === 'user') {
      prompt.push({ role: 'user', content: [{ type: 'text', text: message.text }] });
    } else if (message.role === 'assistant') {
      prompt.push({ role: 'assistant', content: originalOf(message.origin) ?? assistantContent(message) });
    } else {
      const { callId: toolCallId, name: toolName, text: value, failed } = message;
      const output = failed ? ({ type: 'error-text', value } as const) : ({ type: 'text', value } as const);
      const result = { type: 'tool-result', toolCallId, toolName, output } as const;
      const last = prompt.at(-1);
      if (last?.role === 'tool') last.content.push(result);
      else prompt.push({ role: 'tool', content: [result] });
    }
  }
  return prompt;
}

/** The tools as the AI SDK takes them. */
export function toSdkTools(tools: ModelRequest['tools']): NonNullable<SdkCallOptions['tools']> {
  return tools.map(({ name, description, inputSchema }) => ({ type: 'function', name, description, inputSchema }));
}

function assistantContent({ text, calls }: Extract<ModelMessage, { role: 'assistant' }>): AssistantContent {
  return [
    ...(text === '' ? [] : [{ type: 'text', text } as const]),
    ...calls.map(({ id, name, input }) => {
      // Providers refuse arguments that are no object.
      const shown = typeof input === 'object' && input !== null ? input : { arguments: input };
      return { type: 'tool-call', toolCallId: id, toolName: name, input: shown } as const;
    }),
  ];
}

/** What `contentOf` kept of the turn; undefined where the turn came from elsewhere. */
function originalOf(origin: unknown): AssistantContent | undefined {
  if (typeof origin !== 'object' || origin === null || !('sdk' in origin) || !Array.isArray(origin.sdk))
    return undefined;
  return origin.sdk as AssistantContent;
}
