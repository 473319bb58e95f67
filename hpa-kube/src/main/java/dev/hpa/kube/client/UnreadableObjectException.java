package dev.hpa.kube.client;

import java.util.Objects;

/** An object that a {@link Reflector.Decoder} cannot read. Other objects are not affected. */
public final class UnreadableObjectException extends IllegalArgumentException {

  private static final long serialVersionUID = 1;

  private final transient UnreadableObject object;

  /**
   * @param message names the kind and the object, and says what is wrong with it
   */
  public UnreadableObjectException(UnreadableObject object, String message, Throwable cause) {
    super(message, cause);
    this.object = Objects.requireNonNull(object);
  }

  /** The object, as far as it is known. */
  public UnreadableObject object() {
    return object;
  }
}
