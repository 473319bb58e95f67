package dev.hpa.app.process;

import dev.hpa.app.logging.LogOptions;
import dev.hpa.app.logging.Logging;
import dev.hpa.app.serving.Page;
import dev.hpa.app.serving.PageRequest;
import dev.hpa.app.serving.PageResponse;

/** Changes the log verbosity: {@code PUT} a number. */
final class VerbosityPage implements Page {

  private final LogOptions options;

  VerbosityPage(LogOptions options) {
    this.options = options;
  }

  @Override
  public boolean readsBody(String method) {
    return method.equals("PUT");
  }

  @Override
  public PageResponse answer(PageRequest ask) {
    if (!ask.method().equals("PUT")) {
      return PageResponse.text(406, "unsupported http method\n");
    }
    String text = ask.text().strip();
    try {
      Logging.configure(options.withLevel(Integer.parseUnsignedInt(text)));
      return PageResponse.text(200, "successfully set klog.logging.verbosity to " + text + "\n");
    } catch (NumberFormatException noNumber) {
      return PageResponse.text(
          400, "failed to set klog.logging.verbosity " + text + ": not a number\n");
    }
  }
}
