/**
 * The tools inside LangGraph: a graph of its own runs the loop, and a write interrupts it until somebody has approved the exact request.
 * Here a scripted chat model, so that it needs no key; put a real one in the place of `model`.
 * Run it in a checkout after `npm run build`: node --import tsx examples/langgraph.ts <url of a mock>
 */
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, type BaseMessage, isAIMessage, isToolMessage } from '@langchain/core/messages';
import type { ChatResult } from '@langchain/core/outputs';
import { tool } from '@langchain/core/tools';
import { Command, END, interrupt, MemorySaver, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { workspaceTools } from 'groundrail';
import { openDemoWorkspace, task } from './demo-workspace.ts';
import { script } from './script.ts';

class ScriptedChatModel extends BaseChatModel {
  _llmType(): string {
    return 'scripted';
  }

  override bindTools(): this {
    return this;
  }

  async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const results = messages.filter(isToolMessage).map(({ text }) => text);
    const { name, input } = script(results);
    const message = new AIMessage({ content: '', tool_calls: [{ id: `call-${results.length}`, name, args: input }] });
    return { generations: [{ text: '', message }] };
  }
}

const workspace = await openDemoWorkspace();

/** Interrupts the graph with what a plan would send, and records what was decided. */
async function approve(planId: string): Promise<void> {
  const state = await (await workspace.records()).plan(planId);
  if (state === undefined || state.approvals.length > 0) return;
  const { approved, by }: { approved: boolean; by: string } = interrupt({ requests: state.plan.requests });
  await workspace.decide(planId, by, approved ? 'approved' : 'denied');
}

const tools = workspaceTools(workspace, { task }).map(({ name, description, inputSchema, effect, run }) =>
  tool(
    async (input: Record<string, unknown>) => {
      if (effect === 'submit') await approve(String(input.plan));
      return (await run(input)).text;
    },
    { name, description, schema: inputSchema },
  ),
);

const model = new ScriptedChatModel({}).bindTools();
const graph = new StateGraph(MessagesAnnotation)
  .addNode('model', async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
  .addNode('tools', new ToolNode(tools))
  .addEdge(START, 'model')
  .addEdge('model', 'tools')
  .addConditionalEdges('tools', ({ messages }) => {
    const last = messages.filter(isAIMessage).at(-1);
    return last?.tool_calls?.some(({ name }) => name === 'finish') === true ? END : 'model';
  })
  .compile({ checkpointer: new MemorySaver() });

const config = { configurable: { thread_id: 'example' } };
let state = await graph.invoke({ messages: [{ role: 'user', content: task }] }, config);
for (let [waiting] = (await graph.getState(config)).tasks.flatMap(({ interrupts }) => interrupts); waiting; ) {
  const { requests }: { requests: { method: string; url: string; body?: string }[] } = waiting.value;
  for (const { method, url, body } of requests) console.log(`approving ${method} ${url} ${body ?? ''}`);
  state = await graph.invoke(new Command({ resume: { approved: true, by: 'example' } }), config);
  [waiting] = (await graph.getState(config)).tasks.flatMap(({ interrupts }) => interrupts);
}
for (const message of state.messages.filter(isToolMessage))
  console.log(`${message.name}: ${message.text.split('\n')[0]}`);
await workspace.close();
