import { describe, expect, it } from "vitest";
import { createEngine, mostOllamaContext } from "../../src/app/engine.ts";
import { mostContext } from "../../src/backends/ollama-model.ts";
import { createCatalogue } from "../../src/catalog/catalogue.ts";
import type { Backend, ModelListing } from "../../src/model/backend.ts";
import { defaultSettings, type Settings } from "../../src/model/settings.ts";
import { fakeBackend } from "../support/fake-backend.ts";

function engineWith(backend: Partial<Backend>, settings: Partial<Settings> = {}) {
  return createEngine({
    settings: { ...defaultSettings, ...settings },
    backend: { ...fakeBackend(), ...backend },
    catalogue: createCatalogue(),
    openToolbox: () => Promise.reject(new Error("not needed")),
  });
}

describe("the window of the model in use", () => {
  it("is what the catalogue says, unless the settings say otherwise", () => {
    expect(engineWith({ model: "gpt-4o" }).facts().window).toBe(128_000);
    const backends = { fake: { contextWindow: 200 } };
    expect(engineWith({ model: "gpt-4o" }, { backends }).facts().window).toBe(200);
  });

  it("is with Ollama no more than Ollama is told to use", () => {
    expect(mostOllamaContext).toBe(mostContext);
    const ollama = { name: "ollama", model: "llama3" };
    expect(engineWith(ollama).facts().window).toBe(mostContext);
    const backends = { ollama: { contextWindow: 100_000 } };
    expect(engineWith(ollama, { backends }).facts().window).toBe(100_000);
  });

  it("is learned from the service where nobody knows it, which is asked once", async () => {
    let asked = 0;
    const models = [{ id: "unheard-of", contextWindow: 77_000 }];
    const listModels = async (): Promise<ModelListing> => {
      asked += 1;
      return { kind: "ok", models };
    };
    const engine = engineWith({ model: "unheard-of", listModels });
    expect(engine.facts().window).toBeUndefined();
    await Promise.all([engine.learn(), engine.learn()]);
    await engine.learn();
    expect(engine.facts().window).toBe(77_000);
    expect(asked).toBe(1);
  });
});
