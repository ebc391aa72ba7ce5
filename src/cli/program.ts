import { Command } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { registerAsk } from './ask.ts';
import { registerAudit } from './audit.ts';
import { registerBind } from './bind.ts';
import { registerCall } from './call.ts';
import { registerCompletion } from './completion.ts';
import { registerDemo } from './demo.ts';
import { registerDescribe } from './describe.ts';
import { registerDoctor } from './doctor.ts';
import { registerEval } from './eval.ts';
import { registerIndex } from './index-landscape.ts';
import { registerInit } from './init.ts';
import { registerMcp } from './mcp.ts';
import { registerMock } from './mock.ts';
import { registerSearch } from './search.ts';
import { registerServe } from './serve.ts';
import { registerToken } from './token.ts';
import { registerTrace } from './trace.ts';
import { registerValidate } from './validate.ts';

/** Every command; what a command needs is loaded when it runs, so that starting stays cheap. */
export function createProgram(): Command {
  const program = new Command('groundrail')
    .description('Grounds LLM agents in business processes: read, search, describe, check and call enterprise APIs.')
    .version(manifest.version)
    .showHelpAfterError('(add --help for the options and an example)')
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, '')) });
  registerDemo(program);
  registerInit(program);
  registerIndex(program);
  registerAudit(program);
  registerSearch(program);
  registerBind(program);
  registerDescribe(program);
  registerValidate(program);
  registerCall(program);
  registerTrace(program);
  registerServe(program);
  registerMcp(program);
  registerToken(program);
  registerAsk(program);
  registerMock(program);
  registerEval(program);
  registerDoctor(program);
  registerCompletion(program);
  for (const command of program.commands) inheritSettings(command, program);
  return program;
}

function inheritSettings(command: Command, parent: Command): void {
  command.copyInheritedSettings(parent);
  for (const child of command.commands) inheritSettings(child, command);
}
