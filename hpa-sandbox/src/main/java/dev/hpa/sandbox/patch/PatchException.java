package dev.hpa.sandbox.patch;

/** A patch cannot be applied. */
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

  static PatchException rejected(String message) {
    return new PatchException(message, false);
  }

  /**
   * Whether the patch is malformed (status 400), as opposed to not applicable to the document
   * (422).
   */
  public boolean malformed() {
    return malformed;
  }
}
