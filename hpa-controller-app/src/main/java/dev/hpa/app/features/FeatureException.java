package dev.hpa.app.features;

/** A version or feature gate that cannot be had; the message is Kubernetes' one line about it. */
public final class FeatureException extends RuntimeException {

  private static final long serialVersionUID = 1;

  FeatureException(String message) {
    super(message);
  }
}
