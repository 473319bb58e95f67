package dev.hpa.conformance.transcript;

import java.util.Optional;

/**
 * A request that the implementation must not send.
 *
 * @param path path and query; {@code *} matches any text
 */
public record NoRequest(String rule, String method, String path) implements Expectation {

  @Override
  public String text() {
    return "no " + method + " " + path;
  }

  @Override
  public Optional<String> evaluate(Transcript step) {
    return step.requests(method, path).findFirst().map(Observation.Request::line);
  }

  @Override
  public boolean isProhibition() {
    return true;
  }
}
