package dev.hpa.cli.commands;

/** What commands are for; the help of the program lists them by it, in this order. */
public enum CommandGroup {
  TRY("Try it, without a cluster"),
  SEE("See why replicas are what they are, read-only on any cluster"),
  TUNE("Check and tune HPAs, in files or a cluster"),
  RUN("Run the controller"),
  TEST("Test and measure controllers"),
  ABOUT("About this program");

  private final String title;

  CommandGroup(String title) {
    this.title = title;
  }

  /** The heading in the help. */
  public String title() {
    return title;
  }
}
