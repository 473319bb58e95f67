package dev.hpa.cli.evaluate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.SafeText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The line protocol of {@code evaluate --stream}: one scenario per input line, one result per
 * output line, in the same order. An invalid line produces an error result and the stream
 * continues.
 *
 * <p>Uses all cores. At most a few scenarios per core are in memory.
 */
public final class ScenarioStream {

  private static final int HELD_PER_CORE = 16;

  private final int cores;
  private final TraceFormat traces;
  private final KubernetesVersion version;

  /**
   * @param cores number of scenarios evaluated concurrently, at least 1
   * @param version the Kubernetes version of scenarios that name none
   */
  public ScenarioStream(int cores, TraceFormat traces, KubernetesVersion version) {
    this.version = version;
    this.cores = cores;
    this.traces = traces;
  }

  /** Evaluates until the input ends. */
  public void run(BufferedReader in, PrintWriter out) throws IOException, InterruptedException {
    Deque<Future<String>> held = new ArrayDeque<>();
    try (ExecutorService workers = Executors.newFixedThreadPool(cores)) {
      int number = 0;
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        int place = ++number;
        String scenario = line;
        if (scenario.isBlank()) {
          continue;
        }
        held.add(workers.submit(() -> evaluate(scenario, place)));
        if (held.size() >= cores * HELD_PER_CORE) {
          write(held.remove(), out);
        }
        // Interactive clients get a result before they send the next scenario.
        while (!held.isEmpty() && (held.peek().isDone() || !in.ready())) {
          write(held.remove(), out);
          if (held.isEmpty()) {
            out.flush();
          }
        }
      }
      while (!held.isEmpty()) {
        write(held.remove(), out);
      }
    }
    out.flush();
  }

  private static void write(Future<String> result, PrintWriter out) throws InterruptedException {
    try {
      out.println(result.get());
    } catch (ExecutionException failure) {
      throw new IllegalStateException("a scenario cannot be evaluated", failure.getCause());
    }
  }

  /** The results of the scenario in one line. */
  String evaluate(String line, int number) {
    try {
      return SafeText.json(
          Json.text(
              Evaluation.run(ScenarioReader.read(Json.mapper().readTree(line), version), traces)));
    } catch (JsonProcessingException failure) {
      return invalid(number, "is not JSON: " + failure.getOriginalMessage());
    } catch (ScenarioFormatException failure) {
      return invalid(number, String.valueOf(failure.getMessage()));
    } catch (RuntimeException failure) {
      return invalid(number, "cannot be evaluated: " + failure);
    }
  }

  private static String invalid(int number, String why) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    result.putNull("name").put("line", number).put("invalid", why);
    return SafeText.json(Json.text(result));
  }
}
