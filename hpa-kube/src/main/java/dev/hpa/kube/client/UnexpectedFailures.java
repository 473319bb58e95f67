package dev.hpa.kube.client;

import dev.hpa.kube.memory.Limit;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs unexpected failures, which are bugs: with the stack trace once for each place in the code,
 * because one may repeat for every object and every sync, and at verbosity 4 after that. What
 * repeats is reported elsewhere by its message only. Thread-safe.
 */
public final class UnexpectedFailures {

  private static final String OWN_CODE = "dev.hpa.";

  private final Logger log;
  private final Set<String> places = ConcurrentHashMap.newKeySet();

  /**
   * @param source the class in whose name the lines are logged
   */
  public UnexpectedFailures(Class<?> source) {
    this.log = LoggerFactory.getLogger(source);
  }

  /**
   * Logs a failure.
   *
   * @param what what failed and the reaction to it
   */
  public void met(String what, Throwable failure) {
    if (places.size() < Limit.FAILURE_PLACES.asInt() && places.add(place(failure))) {
      log.error("unexpected failure: {}", what, failure);
    } else {
      log.debug("unexpected failure: {}: {}", what, failure.toString());
    }
  }

  /** The first place in the code of this project, which may have called the one that failed. */
  private static String place(Throwable failure) {
    StackTraceElement[] trace = failure.getStackTrace();
    Optional<StackTraceElement> own =
        Arrays.stream(trace).filter(each -> each.getClassName().startsWith(OWN_CODE)).findFirst();
    return failure.getClass().getName()
        + own.or(() -> Arrays.stream(trace).findFirst()).map(Object::toString).orElse("");
  }
}
