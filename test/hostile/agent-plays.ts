/** What agents write when nothing is wrong, as frames: CLI agents by their profile, and one on the Agent Client Protocol. */

const lines = (...events: readonly object[]): readonly string[] =>
  events.map((event) => `${JSON.stringify(event)}\n`);

const esc = String.fromCharCode(27);

export const agentPlays: Readonly<Record<string, readonly string[]>> = {
  claude: lines(
    { type: "system", subtype: "init", session_id: "s" },
    {
      type: "stream_event",
      event: { type: "content_block_start", index: 0, content_block: { type: "text" } },
    },
    {
      type: "stream_event",
      event: { type: "content_block_delta", delta: { type: "text_delta", text: "Hello wörld" } },
    },
    {
      type: "stream_event",
      event: { type: "content_block_delta", delta: { type: "thinking_delta", thinking: "Hm" } },
    },
    {
      type: "assistant",
      message: {
        content: [
          { type: "text", text: "Hello" },
          { type: "tool_use", id: "t", name: "Bash", input: { command: "touch x", list: [1, { a: "b" }] } },
        ],
      },
    },
    {
      type: "user",
      message: {
        content: [{ type: "tool_result", tool_use_id: "t", content: [{ type: "text", text: "4" }] }],
      },
    },
    {
      type: "result",
      subtype: "success",
      result: "4",
      total_cost_usd: 0.003,
      usage: { input_tokens: 42, output_tokens: 15 },
    },
  ),
  gemini: lines(
    { type: "init", session_id: "s", model: "g" },
    { type: "message", role: "assistant", content: "Hello wörld", delta: true },
    { type: "tool_use", tool_name: "run_shell_command", tool_id: "t", parameters: { command: "touch x" } },
    { type: "tool_result", tool_id: "t", status: "success", output: "4" },
    { type: "error", severity: "warning", message: "careful" },
    { type: "result", status: "success", stats: { input_tokens: 42, output_tokens: 15, total_tokens: 57 } },
  ),
  codex: lines(
    { type: "thread.started", thread_id: "s" },
    { type: "turn.started" },
    {
      type: "item.started",
      item: { id: "i1", type: "command_execution", command: "touch x", status: "in_progress" },
    },
    {
      type: "item.completed",
      item: { id: "i1", type: "command_execution", command: "touch x", aggregated_output: "4", exit_code: 0 },
    },
    { type: "item.completed", item: { id: "i2", type: "reasoning", text: "Hm" } },
    { type: "item.completed", item: { id: "i3", type: "agent_message", text: "Hello wörld" } },
    { type: "turn.completed", usage: { input_tokens: 42, cached_input_tokens: 2, output_tokens: 15 } },
  ),
  coro: [
    `${esc}[2m2025-11-18T05:00:00.1Z${esc}[0m ${esc}[32m INFO${esc}[0m coro::run: Executing task: hi\n`,
    `${esc}[97m⏺${esc}[0m Bash(touch x)\n`,
    `${esc}[1A${esc}[2K\r${esc}[92m⏺${esc}[0m Bash(touch x)\n`,
    "4 wörld\n",
    "2025-11-18T05:00:00.1Z DEBUG coro: Tokens: 42 input + 15 output = 57 total\n",
  ],
  ollama: [`${esc}[?25lThinking...\n`, "Hm\n...done thinking.\n", "Hello wörld\n"],
  text: ["Hello wörld\n", "more\r\n", "over\rwritten\n"],
};

const update = (fields: object) => ({
  jsonrpc: "2.0",
  method: "session/update",
  params: { sessionId: "s", update: fields },
});
const said = (text: string) => ({ type: "text", text });

export const acpPlay: readonly string[] = [
  ...lines(
    update({ sessionUpdate: "agent_thought_chunk", content: said("Hm") }),
    update({ sessionUpdate: "agent_message_chunk", content: said("Hello wörld") }),
    update({
      sessionUpdate: "tool_call",
      toolCallId: "t1",
      title: "List",
      kind: "execute",
      status: "in_progress",
      rawInput: { command: "ls" },
    }),
    update({
      sessionUpdate: "tool_call_update",
      toolCallId: "t1",
      status: "completed",
      content: [
        { type: "content", content: said("a.txt") },
        { type: "diff", path: "a.txt", oldText: "a", newText: "b" },
      ],
      locations: [{ path: "a.txt", line: 3 }],
    }),
    {
      jsonrpc: "2.0",
      id: 900,
      method: "session/request_permission",
      params: {
        sessionId: "s",
        toolCall: { toolCallId: "p1", title: "Remove it", rawInput: { command: "rm it" } },
        options: [{ optionId: "no", name: "No", kind: "reject_once" }],
      },
    },
    update({ sessionUpdate: "plan", entries: [{ content: "x", priority: "low", status: "pending" }] }),
  ),
  '{"jsonrpc":"2.0","id":@id@,"result":{"stopReason":"end_turn"}}\n',
];
