import { expect, test } from "vitest";
import { readEnvironment } from "../../src/config/environment.ts";

test.each([
  ["example.test", "http://example.test:11434"],
  ["example.test:80", "http://example.test"],
  ["example.test:1234", "http://example.test:1234"],
  [":1234", "http://localhost:1234"],
  ["0.0.0.0", "http://localhost:11434"],
  ["0.0.0.0:1234", "http://localhost:1234"],
  ["::1", "http://[::1]:11434"],
  ["::", "http://localhost:11434"],
  ["[::1]:1234", "http://[::1]:1234"],
  ["http://example.test", "http://example.test"],
  ["https://example.test/ollama/", "https://example.test/ollama"],
  [' "10.0.0.1" ', "http://10.0.0.1:11434"],
])("OLLAMA_HOST=%s means %s", (given, address) => {
  const { layer, messages } = readEnvironment({ OLLAMA_HOST: given });
  expect(messages).toEqual([]);
  expect(layer.backends?.ollama).toEqual({ baseUrl: address });
});

test("empty is not set, and nonsense is a mistake", () => {
  expect(readEnvironment({ OLLAMA_HOST: "" })).toEqual({ layer: {}, messages: [] });
  expect(readEnvironment({ OLLAMA_HOST: "a b" }).messages).toEqual([
    'OLLAMA_HOST must be an http:// or https:// address without a user name, not "a b".',
  ]);
});
