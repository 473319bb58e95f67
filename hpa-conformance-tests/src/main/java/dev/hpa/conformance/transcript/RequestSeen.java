package dev.hpa.conformance.transcript;

import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A request of the implementation.
 *
 * @param path path and query; {@code *} matches any text
 * @param times the minimum number of requests
 */
public record RequestSeen(String rule, String method, String path, int times)
    implements Expectation {

  @Override
  public String text() {
    return "at least %d × %s %s".formatted(times, method, path);
  }

  @Override
  public Optional<String> evaluate(Transcript step) {
    long seen = step.requests(method, path).count();
    return seen >= times ? Optional.empty() : Optional.of(seen + " × among " + summary(step));
  }

  private static String summary(Transcript step) {
    String all =
        step.all(Observation.Request.class)
            .map(each -> each.method() + " " + each.path())
            .distinct()
            .limit(12)
            .collect(Collectors.joining(", "));
    return all.isEmpty() ? "no requests" : all;
  }
}
