package dev.hpa.app.serving;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A health page with its checks. Responses are those of API servers: {@code ok}, or one line per
 * check with {@code verbose} or on failure; {@code exclude=NAME} excludes a check. Thread-safe.
 */
public final class HealthChecks implements Page {

  private static final Logger LOG = LoggerFactory.getLogger(HealthChecks.class);

  private final String type;
  private final List<Check> checks = new CopyOnWriteArrayList<>();
  private final Map<String, Boolean> last = new ConcurrentHashMap<>();
  private final Map<Result, LongAdder> results = new ConcurrentHashMap<>();

  /**
   * @param type {@code healthz}, {@code livez} or {@code readyz}
   */
  public HealthChecks(String type) {
    this.type = type;
  }

  /**
   * @param problem returns the problem, for the log; null if the check passes
   */
  private record Check(String name, Supplier<@Nullable String> problem) {}

  /** The number of results of a check. */
  public record Result(String name, boolean success) {}

  /**
   * Adds a check.
   *
   * @param problem returns the problem, for the log; null if the check passes
   */
  public void add(String name, Supplier<@Nullable String> problem) {
    checks.add(new Check(name, problem));
  }

  public String type() {
    return type;
  }

  /** The last result of each check that was requested. */
  public Map<String, Boolean> last() {
    return last;
  }

  /** Resets the results. */
  public void reset() {
    results.clear();
    last.clear();
  }

  /** The number of results by check. */
  public Map<Result, LongAdder> results() {
    return results;
  }

  @Override
  public PageResponse answer(PageRequest ask) {
    StringBuilder lines = new StringBuilder();
    boolean failed = false;
    for (Check check : checks) {
      if (ask.all("exclude").contains(check.name())) {
        lines.append("[+]").append(check.name()).append(" excluded: ok\n");
        continue;
      }
      String problem = check.problem().get();
      Boolean before = last.put(check.name(), problem == null);
      results
          .computeIfAbsent(new Result(check.name(), problem == null), any -> new LongAdder())
          .increment();
      if (problem == null) {
        lines.append("[+]").append(check.name()).append(" ok\n");
      } else {
        // Logged once until the check passes again: anonymous clients could flood the log.
        if (before == null || before) {
          LOG.info("{} check failed: {}: {}", type, check.name(), problem);
        }
        lines.append("[-]").append(check.name()).append(" failed: reason withheld\n");
        failed = true;
      }
    }
    if (failed) {
      return PageResponse.text(500, lines.append(type).append(" check failed\n").toString());
    }
    if (!ask.has("verbose")) {
      return PageResponse.text(200, "ok");
    }
    return PageResponse.text(
        200, lines.append(unknown(ask)).append(type).append(" check passed\n").toString());
  }

  private String unknown(PageRequest ask) {
    List<String> unknown =
        ask.all("exclude").stream()
            .filter(name -> checks.stream().noneMatch(check -> check.name().equals(name)))
            .map(name -> '"' + name + '"')
            .toList();
    return unknown.isEmpty()
        ? ""
        : "warn: some health checks cannot be excluded: no matches for "
            + String.join(", ", unknown)
            + "\n";
  }
}
