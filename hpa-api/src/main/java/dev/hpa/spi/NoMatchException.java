package dev.hpa.spi;

/** The API server serves no such kind or resource. */
public final class NoMatchException extends KubernetesApiException {

  private static final long serialVersionUID = 1;

  /**
   * @param text names the kind or resource
   */
  public NoMatchException(String text) {
    super(0, "", text, null);
  }
}
