package dev.hpa.controller.queue;

/**
 * A sync or an explanation for which there is no memory now, because others use it: it has decided
 * and written nothing, and is repeated later. It is never a failure.
 */
public final class DeferredSyncException extends RuntimeException {

  private static final long serialVersionUID = 1;

  DeferredSyncException(String message) {
    super(message);
  }
}
