/**
 * The tools inside the AI SDK: its generateText runs the loop, any model of the AI SDK decides. Here a scripted one, so that it needs no
 * key; put a real one in the place of `model`.
 * Run it in a checkout after `npm run build`: node --import tsx examples/ai-sdk.ts <url of a mock>
 */
import { generateText, jsonSchema, stepCountIs, type ToolSet, tool } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { workspaceTools } from 'groundrail';
import { openDemoWorkspace, task } from './demo-workspace.ts';
import { script } from './script.ts';

const workspace = await openDemoWorkspace(async ({ requests }) => {
  for (const { method, url, body } of requests) console.log(`approving ${method} ${url} ${body ?? ''}`);
  return { approved: true, by: 'example' };
});

const tools: ToolSet = Object.fromEntries(
  workspaceTools(workspace, { task }).map(({ name, description, inputSchema, run }) => [
    name,
    tool({
      description,
      inputSchema: jsonSchema(inputSchema),
      execute: async (input, { abortSignal }) => (await run(input, abortSignal && { signal: abortSignal })).text,
    }),
  ]),
);

const model = new MockLanguageModelV3({
  doGenerate: async ({ prompt }) => {
    const results = prompt.flatMap(({ role, content }) => (role === 'tool' ? [JSON.stringify(content)] : []));
    const { name, input } = script(results);
    return {
      content: [
        { type: 'tool-call', toolCallId: `call-${results.length}`, toolName: name, input: JSON.stringify(input) },
      ],
      finishReason: { unified: 'tool-calls', raw: undefined },
      usage: {
        inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 0, text: 0, reasoning: 0 },
      },
      warnings: [],
    };
  },
});

const { steps } = await generateText({
  model,
  tools,
  prompt: task,
  stopWhen: [
    stepCountIs(20),
    ({ steps: taken }) => taken.at(-1)?.toolCalls.some(({ toolName }) => toolName === 'finish') ?? false,
  ],
});
for (const { toolResults } of steps)
  for (const { toolName, output } of toolResults) console.log(`${toolName}: ${String(output).split('\n')[0]}`);
await workspace.close();
