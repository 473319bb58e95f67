package dev.hpa.app.serving;

/** Callers cause more reviews than the API server may be asked for. */
final class TooManyReviewsException extends Exception {

  private static final long serialVersionUID = 1;

  TooManyReviewsException() {
    super("more callers are to be reviewed than the API server may be asked about");
  }
}
