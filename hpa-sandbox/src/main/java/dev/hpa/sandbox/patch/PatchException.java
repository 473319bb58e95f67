package dev.hpa.sandbox.patch;

/** A patch that cannot be applied. */
public final class PatchException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final boolean malformed;

  private PatchException(String message, boolean malformed) {
    super(message);
    this.malformed = malformed;
  }

  static PatchException malformed(String message) {
    return new PatchException(message, true);
  }

  static PatchException refused(String message) {
    return new PatchException(message, false);
  }

  /**
   * Whether the patch is none of its kind (an API server answers 400), as opposed to a proper patch
   * that this document does not take (422).
   */
  public boolean malformed() {
    return malformed;
  }
}
