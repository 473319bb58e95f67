package dev.hpa.app.serving;

/** The rate limit of reviews is exceeded. */
final class TooManyReviewsException extends Exception {

  private static final long serialVersionUID = 1;

  TooManyReviewsException() {
    super("the rate limit of reviews by the API server is exceeded");
  }
}
