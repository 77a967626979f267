% The same as facts: --spec examples/agents.pl, or ~/.config/treadle/agents.pl. Nothing in it is carried out.

agent_backend(helper, [
    type(cli),
    command("helper"),
    args(["--plain", "{prompt}"]),
    tool_pattern("^> (\\w+) (.*)$"),
    token_pattern("(\\d+) in, (\\d+) out")
]).

agent_backend(desk, [
    type(api),
    endpoint("http://localhost:11434/api/chat"),
    model("qwen3"),
    auth_required(false)
]).

agent(reviewer, [
    backend(helper),
    tools([read]),
    description("Looks, does not touch")
]).

tool_spec(bash, [
    description("Execute a bash command"),
    parameters([
        param(command, string, required, "The command to execute")
    ]),
    confirmation_required(true)
]).

loop_config([
    max_iterations(20),
    display_tokens(true)
]).
