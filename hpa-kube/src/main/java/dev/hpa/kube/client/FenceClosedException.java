package dev.hpa.kube.client;

import java.io.IOException;

/** A write was not sent, because another replica may decide now. */
public final class FenceClosedException extends IOException {

  private static final long serialVersionUID = 1;

  /** Creates the failure of a write that was not sent. */
  public FenceClosedException() {
    super("not written: this process is not the leader");
  }
}
