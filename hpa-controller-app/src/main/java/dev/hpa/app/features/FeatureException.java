package dev.hpa.app.features;

/** An invalid version or feature gate; the message is that of Kubernetes, one line. */
public final class FeatureException extends RuntimeException {

  private static final long serialVersionUID = 1;

  FeatureException(String message) {
    super(message);
  }
}
