package dev.hpa.kube.client;

import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs the stack trace of an unexpected failure of a decoder, once for each place in the code:
 * conditions and events have its message only. Thread-safe.
 */
final class DecoderBugs {

  private static final Logger LOG = LoggerFactory.getLogger(DecoderBugs.class);
  private static final int MOST_PLACES = 100;

  private final Set<String> places = ConcurrentHashMap.newKeySet();

  /** Logs a failure if it says nothing about the object: then it is a bug. */
  void met(Throwable failure) {
    Throwable root = failure;
    while (root instanceof UnreadableObjectException && root.getCause() != null) {
      root = root.getCause();
    }
    if (isBug(root) && places.size() < MOST_PLACES && places.add(place(root))) {
      LOG.error("unexpected failure of a decoder; the object is skipped", root);
    }
  }

  /** Objects that do not conform to the API fail with other exceptions, which describe them. */
  private static boolean isBug(Throwable failure) {
    return failure instanceof NullPointerException
        || failure instanceof IndexOutOfBoundsException
        || failure instanceof ClassCastException
        || failure instanceof IllegalStateException
        || failure instanceof UnsupportedOperationException;
  }

  private static String place(Throwable failure) {
    return failure.getClass().getName()
        + Arrays.stream(failure.getStackTrace()).findFirst().map(Object::toString).orElse("");
  }
}
