import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // The tests wait for other processes more than they compute.
    maxWorkers: "100%",
    testTimeout: 20_000,
    globalSetup: ["test/support/global-setup.ts"],
    setupFiles: ["test/support/isolate.ts"],
  },
});
