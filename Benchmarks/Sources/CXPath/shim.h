// As CXML of the package above has it: headers of ICU, where libxml2 was built with it, have types that Foundation has, too.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/parser.h>
#include <libxml/xpath.h>

/// Parses a text and makes nothing of it; whether it is well formed.
static inline int parses_only(const char *text, int length) {
    xmlSAXHandler handler = {.initialized = XML_SAX2_MAGIC};
    return xmlSAXUserParseMemory(&handler, NULL, text, length) == 0;
}
